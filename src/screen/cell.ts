/** The size of a cell in pixels, in pictures and as reported to programs. */
export const cellPixels = { width: 9, height: 18 } as const;
