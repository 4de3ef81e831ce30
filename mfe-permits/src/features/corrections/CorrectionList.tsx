import { answeredOf, isStaff } from '@portal/contract'
import type { Actor, Correction, Corrections } from '@portal/contract'
import { ConfirmDialog, EmptyState, Section, saveAsFile } from '@portal/shared-ui'
import { Box, Button, MenuItem, Stack, TextField, Typography } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { AddCommentsDialog } from './AddCommentsDialog.tsx'
import { responseUrl, useAddComments, useCommentChange } from './corrections.queries.ts'
import { CycleComments } from './CycleComments.tsx'
import { responseSheet } from './response-sheet.ts'
import { t } from './texts.ts'

export interface CorrectionListProps {
  permit: string
  /** The permit's number, for the file name of the response sheet. */
  number: string
  found: Corrections
  actor: Actor
}

/**
 * The comments of a permit by cycle: the current one can be edited, earlier ones are folded with their
 * answers.
 */
export function CorrectionList({ permit, number, found, actor }: CorrectionListProps) {
  const [shown, setShown] = useState<'open' | 'all'>('all')
  const [answering, setResponding] = useState<ReadonlySet<string>>(new Set())
  const [deleting, setDeleting] = useState<Correction | null>(null)
  const [isAdding, setAdding] = useState(false)
  const add = useAddComments(permit)
  const remove = useCommentChange(permit)
  const { corrections, cycleNo, isOpen } = found
  const present = corrections.filter((correction) => correction.cycleNo === cycleNo)
  const earlier = [...Map.groupBy(corrections, (each) => each.cycleNo)]
    .filter(([cycle]) => cycle !== cycleNo)
    .toReversed()
  const isOffice = isStaff(actor.role)
  const visible =
    shown === 'all' ? present : present.filter(({ status, pid }) => status === 'OPEN' || answering.has(pid))
  const comments = {
    permit,
    actor,
    answering,
    onResponding: (pid: string, isResponding: boolean) =>
      setResponding(
        (known) => new Set(isResponding ? [...known, pid] : [...known].filter((each) => each !== pid)),
      ),
    onDelete: setDeleting,
  }
  const downloads = (cycle: number, of: readonly Correction[]) => (
    <>
      <Button
        size="small"
        variant="outlined"
        href={responseUrl(permit, cycle)}
        download
        aria-label={t('letterOf', { cycle })}
      >
        {t('letter')}
      </Button>
      <Button
        size="small"
        variant="outlined"
        onClick={() => saveAsFile(`${t('sheetName', { number, cycle })}.csv`, responseSheet(of), 'text/csv')}
      >
        {t('sheet')}
      </Button>
    </>
  )
  const addButton = isOffice && isOpen && cycleNo > 1 && (
    <Button
      size="small"
      variant="outlined"
      onClick={() => {
        add.reset()
        setAdding(true)
      }}
    >
      {t('add')}
    </Button>
  )
  return (
    <Stack spacing={6} sx={{ paddingTop: 4 }}>
      {corrections.length === 0 && (
        <EmptyState title={t('none')} text={t(isOffice ? 'noneHint' : 'noneHintClient')}>
          {addButton}
        </EmptyState>
      )}
      {present.length > 0 && (
        <Section
          title={t('cycle', { number: cycleNo })}
          action={
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
              {downloads(cycleNo, present)}
              {addButton}
            </Box>
          }
        >
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              justifyContent: 'space-between',
              gap: 3,
              paddingBottom: 3,
            }}
          >
            <Typography role="status">
              {t('answered', { answered: answeredOf(present), count: present.length })}
            </Typography>
            <TextField
              select
              size="small"
              label={t('show')}
              value={shown}
              sx={{ minWidth: 120 }}
              onChange={({ target }) => setShown(target.value === 'open' ? 'open' : 'all')}
            >
              <MenuItem value="open">{t('open')}</MenuItem>
              <MenuItem value="all">{t('all')}</MenuItem>
            </TextField>
          </Box>
          {!isOpen && (
            <Typography sx={{ color: 'text.secondary', paddingBottom: 3 }}>{t('closed')}</Typography>
          )}
          {visible.length === 0 && (
            <Typography sx={{ color: 'text.secondary' }}>{t('nothingOpen')}</Typography>
          )}
          <Stack spacing={5}>
            <CycleComments corrections={visible} isOpen={isOpen} {...comments} />
          </Stack>
        </Section>
      )}
      {earlier.map(([cycle, of]) => (
        <Box component="details" key={cycle} sx={{ borderTop: 1, borderColor: 'divider', paddingTop: 3 }}>
          <Box component="summary" sx={{ cursor: 'pointer', paddingY: 1 }}>
            {`${t('cycle', { number: cycle })} · ${t('answered', { answered: answeredOf(of), count: of.length })}`}
          </Box>
          <Stack spacing={4} sx={{ paddingTop: 3 }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>{downloads(cycle, of)}</Box>
            <CycleComments corrections={of} isOpen={false} {...comments} />
          </Stack>
        </Box>
      ))}
      {isAdding && (
        <AddCommentsDialog
          isBusy={add.isPending}
          failure={add.error?.message ?? null}
          onAdd={(comments) => add.mutate(comments, { onSuccess: () => setAdding(false) })}
          onClose={() => setAdding(false)}
        />
      )}
      {deleting !== null && (
        <ConfirmDialog
          title={t('act', { action: t('delete'), comment: deleting.text.slice(0, 100) })}
          text={t('deleteText')}
          yes={t('delete')}
          onYes={() => {
            remove.mutate({ correction: deleting.pid, patch: null })
            setDeleting(null)
          }}
          onNo={() => setDeleting(null)}
        />
      )}
    </Stack>
  )
}
