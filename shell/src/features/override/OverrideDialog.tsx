import { ConfirmDialog, useShell } from '@portal/shared-ui'
import { useStore } from '@portal/shared-ui/state'
import type { Override } from '@portal/contract'
import { agreeToOverrides, overrideQuestionAtom } from '../../federation/overrides.ts'
import { t } from '../../texts.ts'

/** Asks before code from the viewer's own machine runs with their permissions. Names each address. */
export default function OverrideDialog({ overrides }: { overrides: readonly Override[] }) {
  const store = useStore()
  const shell = useShell()
  const close = () => store.set(overrideQuestionAtom, null)
  const list = overrides.map(({ name, origin }) => t('overridden', { name, origin })).join(', ')
  return (
    <ConfirmDialog
      title={t('overrideTitle')}
      text={t('overrideText', { list })}
      yes={t('overrideYes')}
      onNo={close}
      onYes={() => {
        close()
        agreeToOverrides(overrides).catch((error: unknown) => {
          shell.toast({
            title: t('overrideFailed'),
            description: error instanceof Error ? error.message : String(error),
            colour: 'red',
          })
        })
      }}
    />
  )
}
