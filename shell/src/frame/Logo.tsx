/**
 * The product's logo: a stamped sheet. It is decorative; the name is beside it or on the surrounding link.
 */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false" className="mark">
      <rect width="32" height="32" rx="7" className="mark-ground" />
      <path d="M9 7.5h9.5L23 12v4.2" className="mark-line" />
      <path d="M9 7.5v17h6.2" className="mark-line" />
      <path d="M18 7.8V12.5h4.8" className="mark-line" />
      <path d="M16.6 21.6l2.9 2.9 5.4-5.8" className="mark-line mark-check" />
    </svg>
  )
}
