import type { FileDeps } from '#files/deps.ts'
import type { MailDeps } from '#mail/deps.ts'

/** All dependencies of the server. */
export interface Deps extends FileDeps, MailDeps {
  memory: FileDeps['memory'] & MailDeps['memory']
}
