/** Selectors that must match, or must not match, the element `#one` below. */
const matching = [
  '.card',
  'p',
  '*',
  'p.card.wide#one',
  'main > p',
  'main p.card',
  'h1, .missing, .card',
  'h1 + p',
  'p[title="a, b"]',
  'p:not(.missing)',
  ':is(.missing, .card)',
  'main:has(.card) .wide',
  'p:first-of-type',
  '.wide:not(:is(.a, .b))',
  '[title="(.missing)"], p',
  '.page [title]',
  '.page > [id=one].card',
  '.page :first-of-type',
]
const missing = [
  '.missing',
  'h1',
  'p.missing',
  '.card .wide',
  'main > .card.missing',
  'h1, .missing',
  'p:not(.card)',
  ':is(.missing)',
  'p[title="a"]',
  '.card:hover',
  '.ard',
  '.card [title]',
  '.page .missing[title]',
]

test.each([
  ...matching.map((each) => [each, true] as const),
  ...missing.map((each) => [each, false] as const),
])('the style of an element follows the rule %s as a browser does: %s', (selector, isMatching) => {
  document.body.innerHTML = `<style>${selector} { order: 7 }</style><main class="page"><h1>x</h1><p id="one" class="card wide" title="a, b">x</p></main>`
  const element = document.querySelector('#one')
  expect(element && getComputedStyle(element).order).toBe(isMatching ? '7' : '')
})

test('an element that gets a class gets its style', () => {
  document.body.innerHTML = '<style>.shown { order: 3 }</style><p></p>'
  const element = document.querySelector('p')
  expect(element && getComputedStyle(element).order).toBe('')
  element?.classList.add('shown')
  expect(element && getComputedStyle(element).order).toBe('3')
})
