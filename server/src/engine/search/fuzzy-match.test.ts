import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canBeMistyped, isNearWord, patternsNear, textPatternsNear } from './fuzzy-match.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')

/** Every variant of a word with one typo. */
function typosOf(word: string): string[] {
  const places = Array.from({ length: word.length }, (_, place) => place)
  return [
    ...places.flatMap((at) => letters.map((letter) => `${word.slice(0, at)}${letter}${word.slice(at + 1)}`)),
    ...places.map((at) => `${word.slice(0, at)}${word.slice(at + 1)}`),
    ...[...places, word.length].flatMap((at) =>
      letters.map((letter) => `${word.slice(0, at)}${letter}${word.slice(at)}`),
    ),
    ...places.slice(1).map((at) => `${word.slice(0, at - 1)}${word[at]}${word[at - 1]}${word.slice(at + 1)}`),
  ]
}

/** LIKE, for patterns of letters, `_` and `%`. */
const fits = (pattern: string, text: string) =>
  new RegExp(`^${pattern.replaceAll('%', '.*').replaceAll('_', '.')}$`).test(text)

for (const word of ['deck', 'maple', 'garage', 'building', 'demolition']) {
  test(`every single typo in ${word} is matched, and its patterns find the word`, () => {
    for (const typed of typosOf(word).filter(canBeMistyped)) {
      assert.ok(isNearWord(typed, word), `${typed} is near ${word}`)
      assert.ok(
        patternsNear(typed).some((pattern) => fits(pattern, word)),
        `${typed} -> ${patternsNear(typed).join(' ')} finds ${word}`,
      )
    }
  })
}

for (const word of ['unit4b', 'pm2026000123', '12bmaple']) {
  test(`every single wrong letter in ${word} is matched, and its patterns find the text with the word`, () => {
    for (const typed of typosOf(word).filter((each) => canBeMistyped(each) && isNearWord(each, word))) {
      assert.ok(
        textPatternsNear(typed).some((pattern) => fits(pattern, ` the ${word} `)),
        `${typed} -> ${textPatternsNear(typed).join(' ')} finds ${word}`,
      )
    }
  })
}

test('an incomplete word may also contain a typo', () => {
  assert.ok(isNearWord('demoli', 'demolition'))
  assert.ok(isNearWord('demlit', 'demolition'))
})

test('two typos, a different number or a symbol do not count as a typo', () => {
  assert.equal(isNearWord('gxrxge', 'garage'), false)
  assert.equal(isNearWord('pm2026000124', 'pm2026000123'), false)
  assert.equal(isNearWord('pn2026000123', 'pm2026000123'), true)
  assert.equal(canBeMistyped('al%ha'), false)
  assert.equal(canBeMistyped('2026'), false)
  assert.equal(canBeMistyped('oak'), false)
})
