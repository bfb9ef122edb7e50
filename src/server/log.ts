/** How much is said on stderr. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
/** One of them. */
export type LogLevel = (typeof logLevels)[number];
/** Writes a line for a person. */
export type Log = (level: Exclude<LogLevel, 'silent'>, message: string) => void;

/** A log that writes what is at least as grave as `level`. */
export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const most = logLevels.indexOf(level);
  return (severity, message) => {
    if (logLevels.indexOf(severity) <= most) write(`tuispec ${severity}: ${message}\n`);
  };
}
