import { useAtomValue } from 'jotai'
import { isStaff, pageAllowed } from '@portal/contract'
import { useShell } from '../portal/shell-api.ts'
import { actorAtom, userAtom } from '../session/session.ts'
import { randomKey } from '../uploads/random-key.ts'
import { startMail } from './start-mail.lazy.ts'
import type { MailStart } from './start-mail.ts'
import { t } from './texts.ts'

/** Opens the portal's composer with recipient and subject filled in; null if the user may not write mail. */
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

/** The address of the composer with a new message; each call returns a unique draft name. */
export function newMailUrl(): string {
  return `/mail?${new URLSearchParams({ draft: `new-${randomKey()}` }).toString()}`
}

/** The `tel:` URL of a phone number; null if the text is not a phone number. */
export function telUrl(phone: string): string | null {
  const [number = '', extension = ''] = phone.toLowerCase().split(/x|ext\.?/)
  const digits = number.replaceAll(/[^\d+]/g, '').replaceAll(/(?!^)\+/g, '')
  if (digits.replaceAll(/\D/g, '').length < 3) return null
  const after = extension.replaceAll(/\D/g, '')
  return `tel:${digits}${after === '' ? '' : `;ext=${after}`}`
}
