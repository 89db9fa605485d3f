import { useEffect, useState } from 'react';

/** The time of day, renewed while `running`; a standing clock costs nothing. */
export function useNow(running: boolean, everyMs = 500): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!running) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [running, everyMs]);
  return now;
}
