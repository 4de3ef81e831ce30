/** The one action of a page, with the reason below it when it failed. */
export function ActionButton({
  label,
  failed,
  action,
}: {
  label: string
  /** What could not be done, without a period. */
  failed: string
  action: { mutate: () => void; isPending: boolean; error: Error | null }
}) {
  return (
    <>
      <button
        type="button"
        className="button"
        data-kind="primary"
        disabled={action.isPending}
        onClick={() => action.mutate()}
      >
        {label}
      </button>
      {action.error !== null && (
        <p role="alert" className="error-line">
          {failed}: {action.error.message}
        </p>
      )}
    </>
  )
}
