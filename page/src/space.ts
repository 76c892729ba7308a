// Rows in three dimensions with a plane among them, to be turned.

import { html, set, svg } from "./dom";
import { colour, shape } from "./palette";

export type Vector = number[];

export interface Plane {
  normal: Vector;
  offset: number;
}

export interface Space {
  axes: string[]; // names
  low: Vector; // of the box
  high: Vector;
  points: Vector[];
  places: number[]; // the class of each point
  names: string[] | null; // of the points
  isRight: boolean[];
  plane: Plane;
  arrow: Vector | null; // from the origin
  sheets: { place: number; cells: Vector[][] }[]; // of a surface, by class
  caption: (isCut: boolean, wrong: number) => string;
}

const SIZE = 300;
export const dot = (u: Vector, v: Vector) => u.reduce((sum, value, k) => sum + value * v[k], 0);

export class SpacePicture {
  private readonly picture = svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img" });
  private readonly words = html("figcaption", { class: "soft" });
  private readonly turn = html("input", { type: "range", min: -180, max: 180, value: -30, "aria-label": "Turn" });
  private last: Space | null = null;

  constructor(private readonly root: HTMLElement) {
    root.append(this.picture, this.turn, this.words);
    this.turn.addEventListener("input", () => this.draw(this.last));
  }

  draw(space: Space | null): void {
    this.last = space;
    this.root.hidden = space === null;
    if (!space) return this.picture.replaceChildren();
    const { axes, low, high, points, sheets, plane, isRight, arrow } = space;
    const at = this.projection(low, high);
    const corners = [...Array(8).keys()].map((bits) => low.map((value, k) => ((bits >> k) & 1 ? high[k] : value)));
    const edges = [...Array(8).keys()].flatMap((a) => [1, 2, 4].filter((bit) => !(a & bit)).map((bit) => [a, a | bit]));
    const path = (line: Vector[]) => `M${line.map((point) => at(point).join(" ")).join("L")}`;
    const cut = section(corners, edges, plane);
    const names = axes.map((name, k) => {
      const [x, y] = besideEdge(k, corners, at);
      const half = 3 * name.length; // of the width of the name, about
      const inside = Math.max(half, Math.min(SIZE - half, x));
      return svg("text", { class: "axis", x: inside, y, "text-anchor": "middle" }, name);
    });
    this.picture.replaceChildren(
      svg("g", { class: "cube" }, ...edges.map(([a, b]) => svg("path", { d: path([corners[a], corners[b]]) }))),
      ...sheets.map(({ place, cells }) =>
        svg("path", { class: "sheet", style: `--of-class:${colour(place)}`, d: `${cells.map(path).join("Z")}Z` }),
      ),
      ...(cut.length > 2 ? [svg("path", { class: "section", d: `${path(cut)}Z` })] : []),
      ...(arrow ? normalArrow(at(low.map(() => 0)), at(arrow)) : []),
      svg("g", {}, ...names),
      ...points.map((point, k) => mark(at(point), space, k)),
    );
    const caption = space.caption(cut.length > 2, isRight.filter((one) => !one).length);
    set(this.picture, { "aria-label": caption });
    this.words.textContent = caption;
  }

  // A parallel projection, seen from above, turned about the vertical axis.
  private projection(low: Vector, high: Vector): (point: Vector) => [number, number] {
    const angle = (Number(this.turn.value) * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return (point) => {
      const [x, y, z] = point.map((value, k) => (value - low[k]) / (high[k] - low[k]) - 0.5);
      const [across, depth] = [x * cos - y * sin, x * sin + y * cos];
      return [SIZE / 2 + 0.56 * SIZE * across, SIZE / 2 - 0.56 * SIZE * (z * 0.88 + depth * 0.42)].map((value) =>
        Number(value.toFixed(1)),
      ) as [number, number];
    };
  }
}

// The place of the name of an axis: outside the middle of an edge along it, of those at the front or on the left.
function besideEdge(axis: number, corners: Vector[], at: (point: Vector) => [number, number]): [number, number] {
  const bit = 1 << axis;
  const middles = [...Array(8).keys()]
    .filter((a) => !(a & bit) && (axis === 2 || !(a & 4)))
    .map((a) => at(corners[a].map((value, k) => (value + corners[a | bit][k]) / 2)))
    .sort(axis === 2 ? ([a], [b]) => a - b : ([, a], [, b]) => b - a);
  const [x, y] = middles[0].map((value) => SIZE / 2 + 1.15 * (value - SIZE / 2));
  return [x, axis === 2 ? y : y + 12];
}

function normalArrow([x0, y0]: Vector, [x1, y1]: Vector): SVGElement[] {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
  const head = `M${x1} ${y1}L${x1 - 8 * dx + 4 * dy} ${y1 - 8 * dy - 4 * dx}L${x1 - 8 * dx - 4 * dy} ${y1 - 8 * dy + 4 * dx}Z`;
  return [
    svg("path", { class: "normal", d: `M${x0} ${y0}L${x1 - 6 * dx} ${y1 - 6 * dy}` }),
    svg("path", { class: "normal-head", d: head }),
  ];
}

function mark([x, y]: [number, number], { places, names, isRight }: Space, row: number): SVGElement {
  return svg(
    "g",
    { class: "reviews", "data-review": row },
    svg("path", {
      class: isRight[row] ? "" : "wrong",
      d: shape(places[row], names ? 90 : 45),
      transform: `translate(${x} ${y})`,
      style: `--of-class:${colour(places[row])}`,
    }),
    ...(names ? [svg("text", { x: x + 9, y: y + 4 }, names[row])] : []),
  );
}

// Where the plane cuts the box: points on its edges, in order around their middle.
function section(corners: Vector[], edges: number[][], { normal, offset }: Plane): Vector[] {
  const heights = corners.map((corner) => dot(normal, corner) + offset);
  const found = edges.flatMap(([a, b]) => {
    if (heights[a] === heights[b] || heights[a] * heights[b] > 0) return [];
    const share = heights[a] / (heights[a] - heights[b]);
    return [corners[a].map((value, k) => value + share * (corners[b][k] - value))];
  });
  const points = found.filter(
    (one, k) => found.findIndex((other) => Math.hypot(...one.map((v, j) => v - other[j])) < 1e-9) === k,
  );
  if (points.length < 3) return [];
  const middle = [0, 1, 2].map((k) => points.reduce((sum, point) => sum + point[k], 0) / points.length);
  const from = (point: Vector) => point.map((value, k) => value - middle[k]);
  const first = from(points[0]);
  const size = Math.hypot(...normal);
  const n = normal.map((value) => value / size);
  const second = [
    n[1] * first[2] - n[2] * first[1],
    n[2] * first[0] - n[0] * first[2],
    n[0] * first[1] - n[1] * first[0],
  ];
  const angle = (point: Vector) => Math.atan2(dot(from(point), second), dot(from(point), first));
  return [...points].sort((one, other) => angle(one) - angle(other));
}
