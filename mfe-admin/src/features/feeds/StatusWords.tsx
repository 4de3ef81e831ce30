import { feedPolicies } from '@portal/contract/authority-feeds'
import { screenLabelOf } from '@portal/contract'
import { useStatusMap } from '@portal/shared-ui'
import { Box, Button, Stack, TextField, Typography } from '@portal/shared-ui/mui'
import { useId } from 'react'
import { Choice } from '../../parts/Choice.tsx'
import type { StatusDraft } from './feed-draft.ts'
import { t } from './texts.ts'

interface StatusWordsProps {
  statuses: readonly StatusDraft[]
  onChange: (statuses: StatusDraft[]) => void
}

/** What each word of the agency means here, and what follows when it differs from the permit's status. */
export function StatusWords({ statuses, onChange }: StatusWordsProps) {
  const id = useId()
  const map = useStatusMap()
  const options: [string, string][] = [
    ['', t('notSet')],
    ...(map?.statuses ?? []).map(({ key, label, labelEs }): [string, string] => [
      key,
      screenLabelOf(label, labelEs),
    ]),
  ]
  const policies = feedPolicies.map((policy) => [policy, t(`policy_${policy}`)] as const)
  const set = (at: number, change: Partial<StatusDraft>) =>
    onChange(statuses.map((row, place) => (place === at ? { ...row, ...change } : row)))
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} component="h3" variant="h3">
        {t('statuses')}
      </Typography>
      <Typography sx={{ color: 'text.secondary', paddingBottom: 3 }}>{t('statusesText')}</Typography>
      <Stack spacing={3}>
        {statuses.map(({ word, to, policy }, at) => (
          <Box
            // The order of the rows does not change while they are edited.
            key={at}
            role="group"
            aria-label={word === '' ? t('word') : word}
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 1fr auto' },
              alignItems: 'center',
            }}
          >
            <TextField
              size="small"
              label={t('word')}
              value={word}
              onChange={({ target }) => set(at, { word: target.value })}
            />
            <Choice
              label={t('means')}
              value={to}
              options={options}
              onChange={(value) => set(at, { to: value })}
            />
            <Choice
              label={t('policy')}
              value={policy}
              options={policies}
              onChange={(value) => set(at, { policy: value })}
            />
            <Button
              color="inherit"
              size="small"
              onClick={() => onChange(statuses.filter((_, place) => place !== at))}
            >
              {t('removeWord')}
            </Button>
          </Box>
        ))}
        <Box>
          <Button
            size="small"
            variant="outlined"
            onClick={() => onChange([...statuses, { word: '', to: '', policy: 'propose' }])}
          >
            {t('addWord')}
          </Button>
        </Box>
      </Stack>
    </Box>
  )
}
