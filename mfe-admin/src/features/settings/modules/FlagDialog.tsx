import { roles } from '@portal/contract'
import type { FlagRule, RemoteFlag, Role } from '@portal/contract'
import { FormDialog, ReferencePicker } from '@portal/shared-ui'
import { Box, Checkbox, Chip, FormControlLabel, Stack, TextField } from '@portal/shared-ui/mui'
import { useId, useState } from 'react'
import { t as roleWords } from '../../../texts.ts'
import { setFlag } from './modules.queries.ts'
import { t } from './preview-texts.ts'
import { useDeploying } from './use-deploying.ts'

const toggled = (chosen: readonly Role[], role: Role): Role[] =>
  chosen.includes(role) ? chosen.filter((each) => each !== role) : [...chosen, role]

const percentIn = (text: string): number | null =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) <= 100 ? Number(text) : null

type People = RemoteFlag['people']

/** The persons for whom a flag is on by name, and a field that adds one. */
function PeopleField({ people, onChange }: { people: People; onChange: (people: People) => void }) {
  const id = useId()
  return (
    <Box>
      <Box id={id} sx={{ color: 'text.secondary', paddingBottom: 1 }}>
        {t('addPerson')}
      </Box>
      <ReferencePicker
        to="users"
        value={null}
        onChange={(person) => {
          if (person === null || people.some(({ pid }) => pid === person.pid)) return
          onChange([...people, { pid: person.pid, name: person.title }])
        }}
        named={{ 'aria-labelledby': id }}
      />
      <Stack
        component="ul"
        direction="row"
        aria-label={t('people')}
        sx={{ flexWrap: 'wrap', gap: 1, listStyle: 'none', margin: 0, padding: 0, paddingTop: 2 }}
      >
        {people.map((person) => (
          <li key={person.pid}>
            <Chip
              label={person.name}
              aria-label={t('removePerson', { name: person.name })}
              onDelete={() => onChange(people.filter(({ pid }) => pid !== person.pid))}
            />
          </li>
        ))}
      </Stack>
    </Box>
  )
}

/** Asks for whom a flag is on: roles, a percentage of people, and single persons. */
export function FlagDialog({ flag, onClose }: { flag: RemoteFlag; onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly Role[]>(flag.rule.roles)
  const [percent, setPercent] = useState(String(flag.rule.percent))
  const [people, setPeople] = useState<People>(flag.people)
  const [isTried, setTried] = useState(false)
  const number = percentIn(percent)
  const save = useDeploying((rule: FlagRule) => setFlag(flag, rule).then(onClose), {
    done: () => t('flagSaved', { flag: flag.name }),
    failed: t('flagNotSaved'),
  })
  const submit = () => {
    setTried(true)
    if (number === null) return
    save.mutate({ roles: [...chosen], percent: number, people: people.map(({ pid }) => pid) })
  }
  return (
    <FormDialog
      title={t('editTitle', { flag: flag.name })}
      text={
        <>
          {flag.description}
          <br />
          {t('editText')}
        </>
      }
      action={t('save')}
      isBusy={save.isPending}
      failure={save.error?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Box role="group" aria-label={t('roles')}>
        {roles.map((role) => (
          <FormControlLabel
            key={role}
            control={
              <Checkbox checked={chosen.includes(role)} onChange={() => setChosen(toggled(chosen, role))} />
            }
            label={roleWords(role)}
          />
        ))}
      </Box>
      <TextField
        label={t('percent')}
        value={percent}
        onChange={(event) => setPercent(event.target.value)}
        error={isTried && number === null}
        helperText={isTried && number === null ? t('percentWrong') : t('percentHint')}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <PeopleField people={people} onChange={setPeople} />
    </FormDialog>
  )
}
