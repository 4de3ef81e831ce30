import { useAtomValue } from 'jotai'
import { isStaff, pageAllowed } from '@portal/contract'
import { useShell } from '../portal/shell-api.ts'
import { actorAtom, userAtom } from '../session/session.ts'
import { randomKey } from '../uploads/random-key.ts'
import type { MailStart } from './start-mail.ts'
import { t } from './texts.ts'

/**
 * Begins a message in the portal's composer, addressed and with its subject; null for those who write no mail
 * here.
 */
export function useNewMail(): ((mail: MailStart) => void) | null {
  const shell = useShell()
  const actor = useAtomValue(actorAtom)
  const user = useAtomValue(userAtom)
  if (
    actor === null ||
    !isStaff(actor.role) ||
    !pageAllowed(user?.pages ?? {}, '/mail') ||
    user?.modules?.['mail'] === false
  )
    return null
  const start = async (mail: MailStart) => {
    const { startMail } = await import('./start-mail.ts')
    shell.navigate(await startMail(mail))
  }
  return (mail) => {
    start(mail).catch((error: unknown) => {
      shell.toast({
        title: t('notStarted'),
        description: error instanceof Error ? error.message : String(error),
        colour: 'red',
      })
    })
  }
}

/** The address of the composer with a new message in it: a name of its own for each. */
export function newMailUrl(): string {
  return `/mail?${new URLSearchParams({ draft: `new-${randomKey()}` }).toString()}`
}

/** The address that calls a telephone number as people write it; null where it is none. */
export function telUrl(phone: string): string | null {
  const [number = '', extension = ''] = phone.toLowerCase().split(/x|ext\.?/)
  const digits = number.replaceAll(/[^\d+]/g, '').replaceAll(/(?!^)\+/g, '')
  if (digits.replaceAll(/\D/g, '').length < 3) return null
  const after = extension.replaceAll(/\D/g, '')
  return `tel:${digits}${after === '' ? '' : `;ext=${after}`}`
}
