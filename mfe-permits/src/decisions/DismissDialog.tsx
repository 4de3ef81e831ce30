import { ReasonDialog } from '@portal/shared-ui'

export interface DismissDialogProps {
  words: { title: string; text: string; action: string }
  /** What is dismissed; nothing is asked without it. */
  pid: string | null
  dismiss: {
    isPending: boolean
    error: Error | null
    mutate: (given: { pid: string; reason: string }) => void
    reset: () => void
  }
  onClose: () => void
}

/** Asks why something is dismissed. */
export function DismissDialog({ words, pid, dismiss, onClose }: DismissDialogProps) {
  if (pid === null) return null
  return (
    <ReasonDialog
      title={words.title}
      text={words.text}
      action={words.action}
      isBusy={dismiss.isPending}
      failure={dismiss.error?.message ?? null}
      onReason={(reason) => dismiss.mutate({ pid, reason })}
      onClose={() => {
        dismiss.reset()
        onClose()
      }}
    />
  )
}
