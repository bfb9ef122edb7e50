/** The size of a cell in pixels: that of pictures, and what programs are told. */
export const cellPixels = { width: 9, height: 18 } as const;
