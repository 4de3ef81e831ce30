import type { ShellApi } from '@portal/shared-ui'
import { t } from '../../texts.ts'

/** Copies an address of the portal, and reports whether the browser allowed it. */
export function copyAddress(shell: ShellApi, address: string): void {
  navigator.clipboard.writeText(new URL(address, window.location.href).href).then(
    () => shell.toast({ title: t('linkCopied') }),
    () => shell.toast({ title: t('linkNotCopied'), colour: 'red' }),
  )
}
