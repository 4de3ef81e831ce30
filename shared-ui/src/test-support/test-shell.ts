import type { ShellApi } from '../portal/shell-api.ts'

/** A shell that does nothing, offers no panels and has no flags, but for what the test gives. */
export function testShell(given: Partial<ShellApi> = {}): ShellApi {
  return {
    navigate: () => {},
    reportUnsaved: () => {},
    toast: () => {},
    panels: () => [],
    loadPanel: () => Promise.reject(new Error('This test offers no panels')),
    flags: {},
    setTitle: () => {},
    reportFailure: () => {},
    ...given,
  }
}
