import { useState } from 'react';

const saidForMs = 1500;

/** Copies text, and says so for a moment. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => void } {
  const [copied, setCopied] = useState(false);
  return {
    copied,
    copy: (text) => {
      void navigator.clipboard.writeText(text).then(() => {
        setCopied(true);
        setTimeout(() => setCopied(false), saidForMs);
      });
    },
  };
}
