import { colourTokens } from '@portal/contract'
import { contrast } from '../test-support/contrast.ts'
import { theme } from './theme.ts'
import { dark, light } from './tokens.ts'
import type { Tokens } from './tokens.ts'

type Pair = [what: string, one: string, other: string]

/** All text on all grounds that the portal allows itself; disabled text is exempt. Source: look.md 1. */
function textPairs(tokens: Tokens): Pair[] {
  const grounds = {
    page: tokens.page,
    surface: tokens.surface,
    raised: tokens.raised,
    hovered: tokens.hovered,
  }
  const texts = {
    text: tokens.text,
    muted: tokens.muted,
    primary: tokens.primary.main,
    danger: tokens.danger,
    warning: tokens.warning,
    info: tokens.info,
    success: tokens.success,
  }
  return [
    ...Object.entries(grounds).flatMap(([ground, colour]) =>
      Object.entries(texts).map(([text, ink]): Pair => [`${text} on ${ground}`, ink, colour]),
    ),
    ['writing on a primary button', tokens.primary.onMain, tokens.primary.main],
    ['writing on a primary button under the pointer', tokens.primary.onMain, tokens.primary.hover],
    ['writing on soft primary', tokens.primary.onSoft, tokens.primary.soft],
    ...colourTokens.map((token): Pair => [
      `writing on a ${token} chip`,
      tokens.status[token].text,
      tokens.status[token].soft,
    ]),
  ]
}

/** Edges and marks that carry meaning. */
function edgePairs(tokens: Tokens): Pair[] {
  const grounds = { page: tokens.page, surface: tokens.surface, raised: tokens.raised }
  return Object.entries(grounds).flatMap(([ground, colour]): Pair[] => [
    [`control edge on ${ground}`, tokens.edge, colour],
    [`focus ring on ${ground}`, tokens.primary.main, colour],
    ...colourTokens.map((token): Pair => [
      `strong ${token} on ${ground}`,
      tokens.status[token].strong,
      colour,
    ]),
  ])
}

const iconPairs = (tokens: Tokens) =>
  colourTokens.map((token): Pair => [
    `icon of a ${token} chip`,
    tokens.status[token].strong,
    tokens.status[token].soft,
  ])

describe.each([
  ['light', light],
  ['dark', dark],
])('in the %s mode', (_mode, tokens) => {
  test.each(textPairs(tokens))('%s can be read: at least 4.5 : 1', (_what, ink, ground) => {
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5)
  })
  test.each([...edgePairs(tokens), ...iconPairs(tokens)])(
    '%s can be seen: at least 3 : 1',
    (_what, mark, ground) => {
      expect(contrast(mark, ground)).toBeGreaterThanOrEqual(3)
    },
  )
})

test('the theme takes its colours from the tokens, light and dark', () => {
  expect(theme.colorSchemes.light?.palette.primary.main).toBe(light.primary.main)
  expect(theme.colorSchemes.dark?.palette.primary.main).toBe(dark.primary.main)
  expect(theme.colorSchemes.dark?.palette.text.secondary).toBe(dark.muted)
  expect(theme.colorSchemes.dark?.palette.portal.status.red).toEqual(dark.status.red)
})
