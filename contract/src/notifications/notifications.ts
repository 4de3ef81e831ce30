export * from './delivery.ts'
export * from './kinds.ts'
export * from './schedule.ts'
