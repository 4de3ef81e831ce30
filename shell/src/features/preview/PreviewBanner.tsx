import { screenLabel } from '@portal/contract'
import { formatDateTime, useShell } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import { leavePreview, previewedAtom } from '../../federation/previews.ts'
import { Banner } from '../../frame/Banner.tsx'
import { t } from './texts.ts'

/** Says which branches this page previews; one click shows the live versions again. */
export default function PreviewBanner() {
  const shell = useShell()
  const list = useAtomValue(previewedAtom)
    .map(({ manifest: { name, routes }, branch, until }) =>
      t('previewed', {
        branch,
        title: screenLabel(routes.find(({ menu }) => menu !== undefined)?.menu?.label ?? name),
        at: formatDateTime(until),
      }),
    )
    .join(', ')
  const leave = () =>
    leavePreview().catch((error: unknown) => {
      const description = error instanceof Error ? error.message : String(error)
      shell.toast({ title: t('leaveFailed'), description, colour: 'red' })
    })
  return <Banner kind="warning" text={t('bar', { list })} action={t('leave')} onAction={() => void leave()} />
}
