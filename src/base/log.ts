/** Log levels of stderr, by increasing verbosity. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
/** A log level. */
export type LogLevel = (typeof logLevels)[number];
/** Logs a human-readable line. */
export type Log = (level: Exclude<LogLevel, 'silent'>, message: string) => void;

/** Creates a log that writes messages of severity `level` or higher. */
export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const maxIndex = logLevels.indexOf(level);
  return (severity, message) => {
    if (logLevels.indexOf(severity) <= maxIndex) write(`tuispec ${severity}: ${message}\n`);
  };
}
