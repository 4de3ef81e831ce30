import { MailTask } from '@portal/contract'
import type { MailMessage, NewMailTask } from '@portal/contract'
import { api, randomKey, userAtom } from '@portal/shared-ui'
import {
  Alert,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  MenuItem,
  TextField,
} from '@portal/shared-ui/mui'
import { useMutation, useQueryClient } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useId, useState } from 'react'
import type { SyntheticEvent } from 'react'
import { invalidateMailbox, messageUrl } from '../../../mail-calls.ts'
import type { Mailbox } from '../../../mail-calls.ts'
import { t } from '../../../texts.ts'

const maxTitleLength = 500

interface NewTaskDialogProps {
  message: MailMessage
  mailbox: Mailbox
  onMade: (task: { pid: string; title: string }) => void
  onClose: () => void
}

/** The permits a message is linked to, or that are suggested for it. */
function permitsOf({ links = [], offeredLinks = [] }: MailMessage) {
  return [...links, ...offeredLinks].filter(({ collection }) => collection === 'permits')
}

/**
 * Creates a task from a message: its subject is the default title, and its linked permit the default permit.
 */
export function NewTaskDialog({ message, mailbox, onMade, onClose }: NewTaskDialogProps) {
  const titleId = useId()
  const queryClient = useQueryClient()
  const me = useAtomValue(userAtom)?.pid ?? null
  const permits = permitsOf(message)
  const [title, setTitle] = useState(message.subject.trim().slice(0, maxTitleLength))
  const [permit, setPermit] = useState(
    message.links?.find(({ collection }) => collection === 'permits')?.pid ?? '',
  )
  const [dueDate, setDueDate] = useState('')
  const [isMine, setMine] = useState(true)
  // One idempotency key for all attempts: after a lost response the next attempt returns the task that was
  // created.
  const [key] = useState(randomKey)
  const make = useMutation({
    mutationFn: (task: NewMailTask) =>
      api.post(messageUrl(mailbox, message.id, 'task'), task, MailTask, {
        headers: { 'idempotency-key': key },
      }),
    onSuccess: (task) => {
      void invalidateMailbox(queryClient, mailbox)
      onMade(task)
    },
  })
  const isUntitled = title.trim() === ''
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isUntitled || make.isPending) return
    make.mutate({
      title: title.trim(),
      permit: permit || null,
      dueDate: dueDate || null,
      assignedTo: isMine ? me : null,
    })
  }
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={titleId}>
      <form onSubmit={submit}>
        <DialogTitle id={titleId}>{t('newTaskTitle')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4, paddingTop: '8px !important' }}>
          <TextField
            autoFocus
            required
            label={t('taskTitle')}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
            error={isUntitled}
            helperText={isUntitled ? t('taskTitleMissing') : ''}
            slotProps={{ htmlInput: { maxLength: maxTitleLength } }}
          />
          <TextField
            select
            label={t('taskPermit')}
            value={permit}
            onChange={({ target }) => setPermit(target.value)}
            helperText={permits.length === 0 ? t('taskNoPermit') : ''}
          >
            <MenuItem value="">{t('noPermit')}</MenuItem>
            {permits.map(({ pid, title: name }) => (
              <MenuItem key={pid} value={pid}>
                {name}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            type="date"
            label={t('taskDue')}
            value={dueDate}
            onChange={({ target }) => setDueDate(target.value)}
            slotProps={{ inputLabel: { shrink: true } }}
          />
          <FormControlLabel
            control={<Checkbox checked={isMine} onChange={(_event, isOn) => setMine(isOn)} />}
            label={t('taskMine')}
          />
          {make.isError && <Alert severity="error">{make.error.message}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="contained" disabled={make.isPending}>
            {t('makeTask')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
