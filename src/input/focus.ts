/** The focus report for a program that has enabled focus events (mode 1004). */
export const focusReport = (isFocused: boolean): string => (isFocused ? '\x1b[I' : '\x1b[O');
