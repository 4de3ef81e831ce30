import Box from '@mui/material/Box'
import { useAtomValue } from 'jotai'
import { fieldLabel, findField } from '@portal/contract'
import type { Declaration, Presence } from '@portal/contract'
import { Icon } from '../icons/Icon.tsx'
import { mdiEyeOutline } from '../icons/paths.ts'
import { userAtom } from '../session/session.ts'
import { presenceAtom } from './presence.state.ts'
import { t } from './texts.ts'

const maxNamed = 3

export interface PresenceLineProps {
  declaration: Declaration
  pid: string
  /** Fields with unsaved input of the viewer. */
  changed: readonly string[]
}

function sentenceOf(
  { name, field }: Presence['people'][number],
  declaration: Declaration,
  changed: readonly string[],
): string {
  if (field === null) return t('here', { name })
  const label = fieldLabel(field, findField(declaration, field))
  return t(changed.includes(field) ? 'alsoEditing' : 'editing', { name, field: label })
}

/** Who else is at the record, and what they edit; a screen reader is told as it changes. */
export function PresenceLine({ declaration, pid, changed }: PresenceLineProps) {
  const presence = useAtomValue(presenceAtom)
  const self = useAtomValue(userAtom)?.pid
  const others = presence?.pid === pid ? presence.people.filter((person) => person.pid !== self) : []
  // Who edits something comes first.
  const named = others.toSorted((a, b) => Number(a.field === null) - Number(b.field === null))
  const rest = Math.max(0, named.length - maxNamed) + (others.length === 0 ? 0 : (presence?.more ?? 0))
  const isClash = named.some(({ field }) => field !== null && changed.includes(field))
  return (
    <Box
      aria-live="polite"
      sx={{
        display: 'flex',
        gap: 1,
        alignItems: 'baseline',
        color: isClash ? 'warning.main' : 'text.secondary',
        '&:not(:empty)': { paddingTop: 2 },
        '& svg': { flex: 'none', alignSelf: 'center' },
      }}
    >
      {named.length > 0 && (
        <>
          <Icon path={mdiEyeOutline} size={14} />
          <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
            {[
              ...named.slice(0, maxNamed).map((person) => sentenceOf(person, declaration, changed)),
              ...(rest > 0 ? [t('more', { count: rest })] : []),
            ].join(' · ')}
          </Box>
        </>
      )}
    </Box>
  )
}
