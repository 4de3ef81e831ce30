import { PasskeyList } from '@portal/shared-ui'
import type { Passkey } from '@portal/contract'
import { Button, Typography } from '@portal/shared-ui/mui'
import { createPasskey } from '../../sign-in/passkeys.ts'
import { removePasskey, renamePasskey } from './account.queries.ts'
import { Section } from './Section.tsx'
import { t } from './texts.ts'
import { useChange } from './use-change.ts'

/** The user's passkeys: add, rename, remove. */
export function PasskeySection({ passkeys }: { passkeys: readonly Passkey[] }) {
  const add = useChange(createPasskey, t('passkeyAdded'))
  const remove = useChange((passkey: Passkey) => removePasskey(passkey.pid), t('passkeyRemoved'))
  const rename = useChange(
    ({ pid, name }: { pid: string; name: string }) => renamePasskey(pid, name),
    t('passkeyRenamed'),
  )
  return (
    <Section
      heading={t('passkeys')}
      text={t('passkeysText')}
      actions={
        <Button
          variant={passkeys.length === 0 ? 'contained' : 'outlined'}
          aria-busy={add.isPending}
          disabled={add.isPending}
          onClick={() => add.mutate(undefined)}
        >
          {t('addPasskey')}
        </Button>
      }
    >
      {passkeys.length === 0 ? (
        <Typography>{t('noPasskeys')}</Typography>
      ) : (
        <PasskeyList
          passkeys={passkeys}
          busy={remove.isPending ? remove.variables.pid : null}
          removal={t('removal')}
          onRemove={(passkey) => remove.mutate(passkey)}
          onRename={({ pid }, name) => rename.mutateAsync({ pid, name })}
        />
      )}
    </Section>
  )
}
