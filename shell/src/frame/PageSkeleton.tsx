/**
 * Grey lines in place of a room on its way. They appear after 150 ms, so that what comes at once does not
 * flicker.
 */
export function PageSkeleton() {
  return (
    <div className="room-skeleton" aria-hidden="true">
      <span />
      <span />
      {Array.from({ length: 9 }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  )
}
