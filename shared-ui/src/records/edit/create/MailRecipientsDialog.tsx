import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SuggestedRecipients } from '@portal/contract'
import { crud } from '../../../api/api.ts'
import { QueryResult } from '../../../feedback/QueryResult.tsx'
import { Checkbox } from '../../../inputs/switches.tsx'
import { FormDialog } from '../../../layout/FormDialog.tsx'
import type { MailStart } from '../../../mail/start-mail.ts'
import type { About } from './create-kinds.ts'
import { t } from './texts.ts'

const recipientsQuery = (query: { permit: string } | { org: string }) =>
  queryOptions({
    queryKey: ['records', 'contacts', 'recipients', query] as const,
    queryFn: ({ signal }) =>
      crud({ apiPath: '/mail-recipients', method: 'GET', query }, SuggestedRecipients, { signal }),
  })

export interface MailRecipientsDialogProps {
  about: Pick<About, 'permit' | 'org'>
  onWrite: (mail: MailStart) => void
  onClose: () => void
}

/**
 * Chooses the recipients of a message about a permit or to a client. Suggested recipients are preselected.
 */
export function MailRecipientsDialog({
  about: { permit, org },
  onWrite,
  onClose,
}: MailRecipientsDialogProps) {
  const found = useQuery(recipientsQuery(permit === null ? { org: org?.pid ?? '' } : { permit: permit.pid }))
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null)
  const recipients = found.data?.recipients ?? []
  const chosen =
    ticked ?? new Set(recipients.filter(({ isSuggested }) => isSuggested).map(({ address }) => address))
  const submit = () => {
    if (found.data === undefined) return
    const to = recipients
      .filter(({ address }) => chosen.has(address))
      .map(({ name, address }) => ({ name, address }))
    onWrite({ to, subject: found.data.subject })
  }
  return (
    <FormDialog
      title={t('new_mail')}
      text={t('recipientsText')}
      action={t('write')}
      isBusy={found.isPending}
      failure={null}
      onSubmit={submit}
      onClose={onClose}
    >
      <QueryResult query={found} loading={t('recipientsLoading')} failed={t('recipientsFailed')}>
        {() =>
          recipients.length === 0 ? (
            <span>{t('noRecipients')}</span>
          ) : (
            <Box
              role="group"
              aria-label={t('recipients')}
              sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}
            >
              {recipients.map(({ name, address, hint }) => (
                <FormControlLabel
                  key={address}
                  control={
                    <Checkbox
                      checked={chosen.has(address)}
                      onChange={(_event, isTicked) =>
                        setTicked(
                          isTicked
                            ? new Set([...chosen, address])
                            : new Set([...chosen].filter((each) => each !== address)),
                        )
                      }
                    />
                  }
                  label={
                    <Box sx={{ overflowWrap: 'anywhere' }}>
                      <bdi>{name}</bdi>
                      <Box
                        component="span"
                        sx={{ display: 'block', color: 'text.secondary', fontSize: 'caption.fontSize' }}
                      >
                        {[address, hint].filter((each) => each !== '').join(' · ')}
                      </Box>
                    </Box>
                  }
                />
              ))}
            </Box>
          )
        }
      </QueryResult>
    </FormDialog>
  )
}
