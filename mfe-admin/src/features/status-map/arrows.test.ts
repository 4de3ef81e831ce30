import { arrowPath } from './arrows.ts'

const box = (left: number, top: number) => ({ left, top, width: 100, height: 20 })

test('an arrow to a later stage leaves to the right and arrives at the left side', () => {
  expect(arrowPath(box(0, 0), box(300, 100))).toBe('M 100 10 C 200 10, 200 110, 300 110')
})

test('an arrow back leaves to the left and arrives at the right side', () => {
  expect(arrowPath(box(300, 100), box(0, 0))).toBe('M 300 110 C 200 110, 200 10, 100 10')
})

test('an arrow within a stage goes around its right side', () => {
  expect(arrowPath(box(0, 0), box(0, 60))).toBe('M 100 10 C 128 10, 128 70, 100 70')
})
