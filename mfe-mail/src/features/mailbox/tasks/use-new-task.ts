import type { MailMessage } from '@portal/contract'
import { useShell } from '@portal/shared-ui'
import { useQueryClient } from '@portal/shared-ui/query'
import { useCallback, useState } from 'react'
import type { Mailbox } from '../../../mail-calls.ts'
import { t } from '../../../texts.ts'
import { messageQuery } from '../mailbox.queries.ts'

export interface NewTask {
  /** The message a task is being created from; null when there is none. */
  message: MailMessage | null
  /**
   * Opens the dialog for an open message, or for one of the list by its id; reports why when that one cannot
   * be loaded.
   */
  begin: (message: MailMessage | string) => void
  close: () => void
}

/** The message of a mailbox that a task is being created from. */
export function useNewTask(mailbox: Mailbox): NewTask {
  const shell = useShell()
  const queryClient = useQueryClient()
  const [message, setMessage] = useState<MailMessage | null>(null)
  const read = useCallback(
    async (id: string) => {
      try {
        setMessage(await queryClient.fetchQuery(messageQuery(mailbox, id)))
      } catch (error) {
        shell.toast({
          title: t('newTaskFailed'),
          description: error instanceof Error ? error.message : String(error),
          colour: 'red',
        })
      }
    },
    [mailbox, queryClient, shell],
  )
  const begin = useCallback(
    (wanted: MailMessage | string) => (typeof wanted === 'string' ? void read(wanted) : setMessage(wanted)),
    [read],
  )
  return { message, begin, close: () => setMessage(null) }
}
