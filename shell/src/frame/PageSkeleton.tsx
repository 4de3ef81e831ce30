/** A loading skeleton for a page. Appears after 150 ms, to avoid flicker on fast loads. */
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
