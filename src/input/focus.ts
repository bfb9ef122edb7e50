/** What a program that asked for focus events (mode 1004) is told. */
export const focusReport = (isFocused: boolean): string => (isFocused ? '\x1b[I' : '\x1b[O');
