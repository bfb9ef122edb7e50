/** What `%layout-change` says about a pane. */
export interface PaneLayout {
  readonly windowId: string;
  /** Its visible size, as in `80x24`; undefined if it is not in the window. */
  readonly size: string | undefined;
}

/** Parses the text after `%layout-change`. The visible layout differs from the other one while a pane is zoomed. */
export function parseLayoutChange(rest: string, paneId: string): PaneLayout {
  const [windowId = '', layout = '', visible = layout] = rest.split(' ');
  const size = new RegExp(`(\\d+x\\d+),\\d+,\\d+,${paneId.slice(1)}(?=[,\\]}]|$)`).exec(visible)?.[1];
  return { windowId, size };
}
