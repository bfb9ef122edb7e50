/** The focus report for a program that has enabled focus events (mode 1004). */
export const encodeFocus = (isFocused: boolean): string => (isFocused ? '\x1b[I' : '\x1b[O');
