import { arrowPath } from './arrows.ts'

const box = (left: number, top: number) => ({ left, top, width: 100, height: 20 })

test('an arrow to a later stage starts at the right and ends at the left side', () => {
  expect(arrowPath(box(0, 0), box(300, 100), 0)).toBe('M 100 10 C 200 10, 200 110, 300 110')
})

test('an arrow to an earlier stage starts at the left and ends at the right side', () => {
  expect(arrowPath(box(300, 100), box(0, 0), 0)).toBe('M 300 110 C 200 110, 200 10, 100 10')
})

test('an arrow within a stage runs along the lane beside it, down or up', () => {
  expect(arrowPath(box(0, 0), box(0, 60), 130)).toBe(
    'M 100 10 H 124 Q 130 10 130 16 V 64 Q 130 70 124 70 H 100',
  )
  expect(arrowPath(box(0, 60), box(0, 0), 130)).toBe(
    'M 100 70 H 124 Q 130 70 130 64 V 16 Q 130 10 124 10 H 100',
  )
})

test('an arrow to a status partly below uses the lane too, and ends at its right side', () => {
  expect(arrowPath(box(50, 0), box(0, 60), 180)).toBe(
    'M 150 10 H 174 Q 180 10 180 16 V 64 Q 180 70 174 70 H 100',
  )
})
