import Button from '@mui/material/Button'
import Box from '@mui/material/Box'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import type { Passkey } from '@portal/contract'
import { formatDateTime } from '../format/dates.ts'
import { TextField } from '../inputs/TextField.tsx'
import { ConfirmDialog } from '../records/edit/dialogs/ConfirmDialog.tsx'
import { Row, Rows } from '../layout/Rows.tsx'
import { t } from './texts.ts'

export interface PasskeyListProps {
  passkeys: readonly Passkey[]
  /** Pid of the passkey that is being changed; null when none is. */
  busy: string | null
  /** What removing one means here, asked before it is done. */
  removal: string
  onRemove: (passkey: Passkey) => void
  /** Absent where they are somebody else's. Resolves when the name is kept. */
  onRename?: (passkey: Passkey, name: string) => Promise<unknown>
}

function factsOf({ createdAt, lastUsedAt, backedUp }: Passkey): string[] {
  return [
    t('madeOn', { at: formatDateTime(createdAt) }),
    lastUsedAt === null ? t('neverUsed') : t('lastSeen', { at: formatDateTime(lastUsedAt) }),
    t(backedUp ? 'synced' : 'onOneDevice'),
  ]
}

/** The passkeys of a person: named, when they were last used, and how to be rid of one. */
export default function PasskeyList({ passkeys, busy, removal, onRemove, onRename }: PasskeyListProps) {
  const [leaving, setLeaving] = useState<Passkey | null>(null)
  return (
    <>
      <Rows label={t('passkeys')}>
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.pid}
            passkey={passkey}
            isBusy={busy === passkey.pid}
            onRemove={() => setLeaving(passkey)}
            {...(onRename && { onRename: (name: string) => onRename(passkey, name) })}
          />
        ))}
      </Rows>
      {leaving !== null && (
        <ConfirmDialog
          title={t('removePasskeyTitle', { name: leaving.name })}
          text={removal}
          yes={t('remove')}
          onNo={() => setLeaving(null)}
          onYes={() => {
            setLeaving(null)
            onRemove(leaving)
          }}
        />
      )}
    </>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  isBusy: boolean
  onRemove: () => void
  onRename?: (name: string) => Promise<unknown>
}

function PasskeyRow({ passkey, isBusy, onRemove, onRename }: PasskeyRowProps) {
  const titleId = useId()
  const [isNaming, setNaming] = useState(false)
  return (
    <Row
      titleId={titleId}
      title={
        isNaming && onRename ? (
          <NameForm name={passkey.name} onName={onRename} onDone={() => setNaming(false)} />
        ) : (
          passkey.name
        )
      }
      facts={factsOf(passkey)}
    >
      {!isNaming && (
        <>
          {onRename && (
            <Button
              variant="outlined"
              aria-describedby={titleId}
              disabled={isBusy}
              onClick={() => setNaming(true)}
            >
              {t('rename')}
            </Button>
          )}
          <Button
            variant="outlined"
            aria-describedby={titleId}
            aria-busy={isBusy}
            disabled={isBusy}
            onClick={onRemove}
          >
            {t('remove')}
          </Button>
        </>
      )}
    </Row>
  )
}

interface NameFormProps {
  name: string
  onName: (name: string) => Promise<unknown>
  onDone: () => void
}

/** What was typed stays until the name is kept or given up. */
function NameForm({ name, onName, onDone }: NameFormProps) {
  const [typed, setTyped] = useState(name)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const wanted = typed.trim()
    if (wanted === '' || wanted === name) {
      onDone()
      return
    }
    void onName(wanted).then(onDone, () => undefined)
  }
  return (
    <Box
      component="form"
      onSubmit={save}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, paddingBottom: 2 }}
    >
      <TextField
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onDone()
        }}
        slotProps={{ htmlInput: { 'aria-label': t('passkeyName'), maxLength: 60 } }}
      />
      <Button type="submit" variant="contained">
        {t('save')}
      </Button>
      <Button variant="outlined" onClick={onDone}>
        {t('cancel')}
      </Button>
    </Box>
  )
}
