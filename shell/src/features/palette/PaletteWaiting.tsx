import type { KeyboardEvent } from 'react'
import { t } from '../../texts.ts'
import type { PaletteProps } from './Palette.tsx'

/** Shown while the palette's code loads; takes the keys typed in the meantime. */
export function PaletteWaiting({ typed, onTyped, onClose }: PaletteProps) {
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose()
  }
  return (
    <div className="palette-waiting">
      <input
        autoFocus
        autoComplete="off"
        aria-label={t('searchOrGoTo')}
        aria-busy
        value={typed}
        maxLength={200}
        onChange={({ target }) => onTyped(target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
