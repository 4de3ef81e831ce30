import type { MailStart } from './start-mail.ts'

/** Loads the code on first use. */
export async function startMail(mail: MailStart): Promise<string> {
  const { startMail: start } = await import('./start-mail.ts')
  return start(mail)
}
