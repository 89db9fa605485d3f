import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Colour of the region that an element stands for. */
    '--region'?: string;
  }
}
