/** The mark: two links of a chain. The name is written beside it. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="2.8">
        <path d={LEFT} />
        <path d={RIGHT} />
      </g>
    </svg>
  );
}

// Each link has a gap where the other one passes over it.
const LEFT =
  "M17.716 17.745A5.5 5.5 0 0 0 12.5 10.5H8.5A5.5 5.5 0 0 0 8.5 21.5H12.5A5.5 5.5 0 0 0 13.218 21.453";
const RIGHT =
  "M14.284 14.255A5.5 5.5 0 0 0 19.5 21.5H23.5A5.5 5.5 0 0 0 23.5 10.5H19.5A5.5 5.5 0 0 0 18.782 10.547";
