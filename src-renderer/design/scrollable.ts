/** Spread onto an element that scrolls, so that the keyboard can reach and scroll it. */
export const scrollable = { tabIndex: 0 } as const;
