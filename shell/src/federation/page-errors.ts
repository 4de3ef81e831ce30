/** The remote whose script threw an error, with the place in its build. */
export interface Culprit {
  remote: string
  version: string
  /** Such as `assets/78.502a5bf1cb.js:1:2045`. */
  place: string
}

const script = new RegExp(
  `https?://[^/\\s]+/remotes/([a-z][a-z0-9_]*)/([^/\\s]+)/([\\w./-]{1,150})(?:\\?[^\\s:)]*)?((?::\\d+){0,2})`,
)

/**
 * The remote nearest to the error: the first address of a remote's script in its stack. Code of the shell
 * that a remote called stands above it, and React, which called the remote, below. Null when no remote is
 * involved.
 */
export function culpritOf(stack: string): Culprit | null {
  const [, remote, version, file, position] = script.exec(stack) ?? []
  if (remote === undefined || version === undefined || file === undefined) return null
  return { remote, version, place: file + (position ?? '') }
}

/** Name and message of what was thrown, at most 300 characters, and its stack. */
export function readThrown(thrown: unknown): { text: string; stack: string } {
  // `throw` and `reject` take any value.
  const { name, message, stack = '' } = thrown instanceof Error ? thrown : new Error(String(thrown))
  return { text: `${name}: ${message}`.slice(0, 300), stack }
}
