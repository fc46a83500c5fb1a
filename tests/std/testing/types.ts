export type IsExact<T, U> = (<G>() => G extends T ? 1 : 2) extends
  (<G>() => G extends U ? 1 : 2) ? true : false;
export function assertType<T extends boolean>(_expected: T): void {}
