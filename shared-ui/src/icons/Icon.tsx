export interface IconProps {
  /** A 24 x 24 SVG path. */
  path: string
  /** Width and height in px. */
  size?: number
  /** Only for an icon without text. Beside text, an icon is decorative. */
  label?: string
}

/** An icon in the color of the surrounding text. */
export function Icon({ path, size = 20, label }: IconProps) {
  const meaning = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="currentColor"
      focusable="false"
      style={{ flex: 'none' }}
      {...meaning}
    >
      <path d={path} />
    </svg>
  )
}
