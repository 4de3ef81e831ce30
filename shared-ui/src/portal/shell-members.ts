import type { ShellApi } from './shell-api.ts'

const members: Readonly<Record<keyof ShellApi, true>> = {
  navigate: true,
  reportUnsaved: true,
  toast: true,
  panels: true,
  loadPanel: true,
  flags: true,
  setTitle: true,
  reportFailure: true,
}

/** The members of the shell's interface, as the build of the shell records them. */
export const shellMembers: readonly string[] = Object.keys(members)
