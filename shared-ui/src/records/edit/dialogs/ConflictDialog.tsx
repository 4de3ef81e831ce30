import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { SxProps, Theme } from '@mui/material/styles'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { findField, visibleFields } from '@portal/contract'
import type { Declaration } from '@portal/contract'
import { Radio } from '../../../inputs/switches.tsx'
import { currencyAtom } from '../../../portal/configuration.ts'
import { valueIn } from '../../declaration/added-fields.ts'
import { isReference } from '../../declaration/is-reference.ts'
import { sameForm, toForm, toShown } from '../form-values.ts'
import { labelOf } from '../../declaration/label-of.ts'
import { ValueOrEmpty } from '../ValueOrEmpty.tsx'
import { t } from '../texts.ts'
import type { Conflict, RecordForm } from '../use-record-form.ts'

const bookkeeping = ['updatedAt', 'updatedBy', 'createdAt', 'createdBy']

export interface ConflictDialogProps {
  declaration: Declaration
  conflict: Conflict
  form: RecordForm
}

/** On a phone the two sides stand below each other, each under its name. */
const sidesStyles: SxProps<Theme> = ({ breakpoints, spacing, vars }) => ({
  '& td, & th': { verticalAlign: 'top' },
  '& th': { overflowWrap: 'normal', minWidth: 110 },
  [breakpoints.down('sm')]: {
    '& thead': { display: 'none' },
    '& tr, & td, & th': { display: 'block' },
    '& td, & tbody th': { border: 0, paddingInline: 0, paddingBlock: spacing(1) },
    '& tbody tr': { borderBottom: `1px solid ${vars.palette.divider}`, paddingBlock: spacing(2) },
    '& [data-side]::before': {
      content: 'attr(data-side)',
      display: 'block',
      color: vars.palette.text.secondary,
      fontSize: '0.75rem',
    },
  },
})

/** Somebody saved the record in between: both versions field by field, mine kept unless theirs is taken. */
export default function ConflictDialog({ declaration, conflict, form }: ConflictDialogProps) {
  const titleId = useId()
  const currency = useAtomValue(currencyAtom)
  const [theirs, setTheirs] = useState<readonly string[]>([])
  const { base, current, values } = conflict
  const names = Object.keys(values)
  const others = [
    ...visibleFields(declaration, form.actor).map(([name]) => name),
    ...Object.keys(declaration.added ?? {}),
  ].filter((name) => {
    const declared = findField(declaration, name)
    if (
      declared === undefined ||
      names.includes(name) ||
      bookkeeping.includes(name) ||
      declared.computed === true
    )
      return false
    return !sameForm(
      toForm(declared, valueIn(base, name), currency),
      toForm(declared, valueIn(current, name), currency),
    )
  })
  const take = (name: string, isTheirs: boolean) =>
    setTheirs((known) =>
      isTheirs ? [...known.filter((each) => each !== name), name] : known.filter((each) => each !== name),
    )
  const by = current['updatedBy']
  return (
    <Dialog open maxWidth="md" fullWidth aria-labelledby={titleId} onClose={form.postpone}>
      <DialogTitle id={titleId}>{t('conflictTitle')}</DialogTitle>
      <DialogContent>
        <p>
          {isReference(by) && `${t('savedBy', { name: by.title })} `}
          {t('conflictText')}
        </p>
        <Table size="small" sx={sidesStyles}>
          <TableHead>
            <TableRow>
              <TableCell>{t('field')}</TableCell>
              <TableCell>{t('mine')}</TableCell>
              <TableCell>{t('theirs')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {names.map((name) => {
              const declared = findField(declaration, name)
              const label = labelOf(declaration, name)
              const isTheirs = theirs.includes(name)
              if (declared === undefined) return null
              return (
                <TableRow key={name}>
                  <TableCell component="th" scope="row">
                    {label}
                  </TableCell>
                  <TableCell data-side={t('mine')}>
                    <Side
                      name={name}
                      label={t('overwriteRemote', { label })}
                      isChosen={!isTheirs}
                      onChoose={() => take(name, false)}
                    >
                      <ValueOrEmpty
                        declared={declared}
                        value={toShown(declared, values[name] ?? null, currency)}
                      />
                    </Side>
                  </TableCell>
                  <TableCell data-side={t('theirs')}>
                    <Side
                      name={name}
                      label={t('acceptRemote', { label })}
                      isChosen={isTheirs}
                      onChoose={() => take(name, true)}
                    >
                      <ValueOrEmpty declared={declared} value={valueIn(current, name)} />
                    </Side>
                  </TableCell>
                </TableRow>
              )
            })}
            {others.map((name) => (
              <TableRow key={name}>
                <TableCell component="th" scope="row">
                  {labelOf(declaration, name)}
                </TableCell>
                <TableCell sx={{ color: 'text.secondary' }}>{t('alsoChanged')}</TableCell>
                <TableCell data-side={t('theirs')}>
                  <ValueOrEmpty declared={findField(declaration, name)} value={valueIn(current, name)} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={form.postpone}>
          {t('cancel')}
        </Button>
        <Button
          variant="contained"
          onClick={() => form.settle(names.filter((name) => !theirs.includes(name)))}
        >
          {t('saveAgain')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface SideProps {
  name: string
  label: string
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

function Side({ name, label, isChosen, onChoose, children }: SideProps) {
  return (
    <Box
      component="label"
      sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', cursor: 'pointer', whiteSpace: 'pre-wrap' }}
    >
      <Radio
        size="small"
        sx={{ padding: 0 }}
        name={`conflict-${name}`}
        checked={isChosen}
        onChange={onChoose}
        input={{ 'aria-label': label }}
      />
      <span>{children}</span>
    </Box>
  )
}
