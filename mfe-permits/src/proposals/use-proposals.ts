import { refreshRecordsAndSteps, useShell } from '@portal/shared-ui'
import { useMutation, useQueryClient } from '@portal/shared-ui/query'
import { acceptProposal, acceptProposals, dismissProposal, proposalsKey } from './proposals.queries.ts'
import { t } from './texts.ts'

/** Decisions about proposals. Each shows its outcome and reads permits and proposals anew. */
export function useProposals({ onDismissed }: { onDismissed: () => void }) {
  const shell = useShell()
  const queryClient = useQueryClient()
  const onSettled = async () => {
    await Promise.all([
      refreshRecordsAndSteps(queryClient),
      queryClient.invalidateQueries({ queryKey: proposalsKey }),
    ])
  }
  const onError = ({ message }: Error) =>
    shell.toast({ title: t('acceptFailed'), description: message, colour: 'red' })
  const accept = useMutation({
    mutationFn: acceptProposal,
    onSuccess: () => shell.toast({ title: t('accepted') }),
    onError,
    onSettled,
  })
  const acceptMany = useMutation({
    mutationFn: acceptProposals,
    onSuccess: ({ updated, failed: [first, ...others] }) =>
      shell.toast(
        first === undefined
          ? { title: t('acceptedMany', { count: updated }) }
          : {
              title: t('acceptedSome', { done: updated, count: others.length + 1 }),
              description: first.reason,
              colour: 'red',
            },
      ),
    onError,
    onSettled,
  })
  const dismiss = useMutation({
    mutationFn: dismissProposal,
    onSuccess: () => {
      shell.toast({ title: t('dismissed') })
      onDismissed()
    },
    onSettled,
  })
  return { accept, acceptMany, dismiss }
}
