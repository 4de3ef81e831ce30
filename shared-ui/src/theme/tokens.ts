import type { ColourToken } from '@portal/contract'

/**
 * Every colour of the portal, light and dark. No colour is written anywhere else. Source: look.md 1.
 * `soft` is a ground, `strong` a mark on any ground, `text` writing on that soft ground.
 */
export interface StatusShades {
  soft: string
  strong: string
  text: string
}

export interface Tokens {
  primary: { main: string; hover: string; soft: string; onMain: string; onSoft: string }
  page: string
  surface: string
  raised: string
  hairline: string
  edge: string
  text: string
  muted: string
  disabled: string
  hovered: string
  danger: string
  warning: string
  info: string
  success: string
  status: Record<ColourToken, StatusShades>
}

export const light: Tokens = {
  primary: { main: '#15803d', hover: '#166534', soft: '#dcfce7', onMain: '#ffffff', onSoft: '#14532d' },
  page: '#f9fafb',
  surface: '#ffffff',
  raised: '#ffffff',
  hairline: '#e5e7eb',
  edge: '#858d9b',
  text: '#111827',
  muted: '#4b5563',
  disabled: '#9ca3af',
  hovered: '#f3f4f6',
  danger: '#b91c1c',
  warning: '#b45309',
  info: '#1d4ed8',
  success: '#15803d',
  status: {
    grey: { soft: '#f3f4f6', strong: '#6b7280', text: '#374151' },
    slate: { soft: '#e2e8f0', strong: '#475569', text: '#1e293b' },
    blue: { soft: '#dbeafe', strong: '#2563eb', text: '#1e40af' },
    teal: { soft: '#ccfbf1', strong: '#0f766e', text: '#115e59' },
    indigo: { soft: '#e0e7ff', strong: '#4f46e5', text: '#3730a3' },
    purple: { soft: '#f3e8ff', strong: '#9333ea', text: '#6b21a8' },
    amber: { soft: '#fef3c7', strong: '#b45309', text: '#854d0e' },
    orange: { soft: '#ffedd5', strong: '#c2410c', text: '#9a3412' },
    green: { soft: '#dcfce7', strong: '#15803d', text: '#166534' },
    red: { soft: '#fee2e2', strong: '#dc2626', text: '#991b1b' },
  },
}

export const dark: Tokens = {
  primary: { main: '#4ade80', hover: '#86efac', soft: '#14532d', onMain: '#052e16', onSoft: '#dcfce7' },
  page: '#0b0f16',
  surface: '#111827',
  raised: '#1f2937',
  hairline: '#263041',
  edge: '#8b94a3',
  text: '#f3f4f6',
  muted: '#9ca3af',
  disabled: '#6b7280',
  hovered: '#1a2332',
  danger: '#f87171',
  warning: '#fbbf24',
  info: '#60a5fa',
  success: '#4ade80',
  status: {
    grey: { soft: '#1f2937', strong: '#9ca3af', text: '#d1d5db' },
    slate: { soft: '#334155', strong: '#94a3b8', text: '#e2e8f0' },
    blue: { soft: '#172554', strong: '#60a5fa', text: '#bfdbfe' },
    teal: { soft: '#042f2e', strong: '#2dd4bf', text: '#99f6e4' },
    indigo: { soft: '#1e1b4b', strong: '#818cf8', text: '#c7d2fe' },
    purple: { soft: '#3b0764', strong: '#c084fc', text: '#e9d5ff' },
    amber: { soft: '#451a03', strong: '#fbbf24', text: '#fde68a' },
    orange: { soft: '#431407', strong: '#fb923c', text: '#fed7aa' },
    green: { soft: '#052e16', strong: '#4ade80', text: '#bbf7d0' },
    red: { soft: '#450a0a', strong: '#f87171', text: '#fecaca' },
  },
}

/** Sizes in px. Space goes in steps of 4. */
export const sizes = {
  space: 4,
  radius: 6,
  row: 36,
  header: 40,
  /** What a finger hits. */
  touch: 44,
  sideBar: 232,
  sideBarFolded: 56,
  topBar: 48,
  drawer: { initial: 640, least: 480, most: 960 },
  column: { least: 80, most: 600 },
} as const

/** Widths from which the frame and the rooms change their shape. */
export const breakpoints = { phone: 0, tablet: 600, sheet: 900, panes: 1200, beside: 1440 } as const

/** Where one works by finger: on a phone, and wherever there is no mouse. */
export const byTouch = `@media (max-width: ${breakpoints.tablet - 0.05}px), (pointer: coarse)`
