import { lazyComponent } from '../../frame/lazy-component.tsx'
import { PaletteWaiting } from './PaletteWaiting.tsx'

/** The command palette. `preload` loads its code early. */
export const { Part: Palette, preload } = lazyComponent(() => import('./Palette.tsx'), PaletteWaiting)
