/** Without these, sequences that end in t do not even reach handlers of one's own. */
export const windowOptions = {
  getWinState: true,
  getWinPosition: true,
  getWinSizePixels: true,
  getScreenSizePixels: true,
  getCellSizePixels: true,
  getWinSizeChars: true,
  getScreenSizeChars: true,
  getIconTitle: true,
  getWinTitle: true,
  pushTitle: true,
  popTitle: true,
};
