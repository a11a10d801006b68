//! Grids, strips and graphs as values: parts, labels, symmetries, and what rulesets make of them.

use crate::shown::{check, shown};

#[test]
fn graphs_are_drawn_and_taken_apart() {
    check(&[
        ("Graph.Parse(\"--(-;--)\").EdgeCount", "5"),
        ("Graph.Parse(\"---\") == Graph.Path(4)", "true"),
        ("Graph.Parse(\".-.-.-.\") == Graph.Parse(\"....\")", "true"),
        ("Graph.Parse(\":A----:A\").Edges", "[(1,2),(1,4),(2,3),(3,4)]"),
        ("Graph.Parse(\":{root}---:{root}\") == Graph.Cycle(3)", "true"),
        (
            "Graph.Parse(\"-(-;:{b}-:{c});-\")",
            "';' in place 15 of the drawing of a graph; expected `-` for an edge, `.` for a vertex, `(…;…)` for branches, `:A` for a name",
        ),
        ("Graph.Parse(\"-(-\")", "`(` is never closed"),
        ("Graph.Parse(\"\")", "Graph([[]])"),
        (
            "[Graph.Cycle(5).EdgeCount, Graph.Clique(5).EdgeCount, Graph.Star(5).EdgeCount, Graph.Path(5).VertexCount]",
            "[5,10,5,5]",
        ),
        ("Graph.Cycle(5).DeleteVertex(1) == Graph.Path(4)", "true"),
        ("Graph.Path(3).DeleteVertex(4)", "there is no vertex 4; expected a vertex from 1 to 3"),
        ("Graph.Path(7).DeleteVertices([2,5]).ConnectedComponents.Size", "3"),
    ]);
    // Arc Kayles on a cycle: every first move leaves a path of n - 2 vertices
    check(&[(
        "[n for n from 3 to 12 where ArcKayles(Graph.Cycle(n)).NimValue != [ArcKayles(Graph.Path(n - 2)).NimValue].Mex]",
        "[]",
    )]);
}

#[test]
fn grids_and_strips_are_values() {
    check(&[
        ("Grid.Parse(\"x.|.o\", \".xo\")", "Grid.Parse(\"1.|.2\", \".12\")"),
        ("Grid.Parse(\"1.|.2\", \".12\") == Grid.Parse(\"x|.o\", \".xo\")", "true"),
        (
            "g := Grid.Parse(\"x.|.o\", \".xo\"); [g[(1,1)], g[(2,2)], g[(3,1)], g[(0,1)], g.RowCount, g.ColCount]",
            "[1,2,Nothing,Nothing,2,2]",
        ),
        ("Grid.Empty(2,3).Updated({(1,3) => 2, (2,1) => 1}).ToString(\".xo\")", "\"..o|x..\""),
        ("Grid.Empty(2,3).Updated((1,3), 2).FindAll(2)", "[(1,3)]"),
        ("Strip.Parse(\"x.o\", \".xo\").FindAll(0)", "[2]"),
        ("Strip.Empty(3).Updated(2, 1)[2]", "1"),
        ("Grid.Parse(\"xo.|.xo|o..\", \".xo\").Subgrid((1,2),(2,3)).ToText(\".xo\")", "\"o.|xo\""),
        ("Grid.Parse(\"x.x|...|x.x\", \".x\").Decomposition(0).Size", "4"),
        (
            "Grid.Parse(\"x.|.x\", \".x\").Decomposition(0, directions => Coordinates.Compass).Size",
            "1",
        ),
        ("{Grid.Empty(1,2), Grid.Empty(1,2), Strip.Empty(2)}.Size", "2"),
        ("Domineering(Grid.Empty(2,3)) == Domineering(2,3)", "true"),
        ("Clobber(Grid.Parse(\"ab|ba\", \".ab\"))", "Clobber(\"XO|OX\")"),
        ("ToadsAndFrogs(Strip.Parse(\"t.f\", \".tf\")).CanonicalForm", "*"),
        ("Grid.Parse(\"x?\", \".x\")", "'?' is no character of the map; expected one of \".x\""),
        ("Grid.Empty(1,2).Updated({(2,2) => 1})", "there is no place (2,2)"),
        ("Grid.Empty(1,2).Updated({(1,2) => 199})", "199 in a cell; expected from -128 to 127"),
        ("Grid.Empty(0,2)", "a grid of 0 times 2 squares; expected from 1 to 4096 squares"),
        ("Grid.Empty(1,2)[3]", "3 is an Integer; expected a square such as (1,3): row and column"),
        ("Grid.Empty(2,2).Subgrid((2,2),(1,1))", "the last cell stands before the first"),
    ]);
    // Clobber by functions of grids
    check(&[(
        "Steps(g, us) := [g.Updated({p => 0, p + d => us}) for p in g.FindAll(us) for d in Coordinates.Orthogonal where g[p + d] == 3 - us];
         C := Ruleset(left => g -> Steps(g, 1), right => g -> Steps(g, 2));
         [s for s in [\"xo|ox\",\"xox|oxo\",\"xoxo|x.ox\"] where C(Grid.Parse(s, \".xo\")).CanonicalForm != Clobber(s.ToUpperCase).CanonicalForm]",
        "[]",
    )]);
}

#[test]
fn graphs_have_the_words_of_the_rulesets() {
    check(&[
        ("path3", "Graph([[2],[1,3],[2]])"),
        ("grid2x2", "Graph([[2,3],[1,4],[1,4],[2,3]])"),
        ("[cycle5.EdgeCount, star4.VertexCount, K5.EdgeCount, grid3x4.EdgeCount]", "[5,5,10,17]"),
        ("Snort(path5).CanonicalForm == Snort(\"path5\").CanonicalForm", "true"),
        ("ArcKayles(grid2x3).NimValue == ArcKayles(\"grid2x3\").NimValue", "true"),
        ("DirectedGraph.DirectedPath(3).EdgeCount", "2"),
        ("path4.DeleteEdge((2,3)).ConnectedComponents", "[Graph([[2],[1]]),Graph([[2],[1]])]"),
        ("path4.ConnectedComponent(2).VertexCount", "4"),
        ("[path4.IsConnected, path4.IsSimple]", "[true,true]"),
        // Node Kayles by functions of graphs
        (
            "N := Ruleset(g -> [g.DeleteVertices([u] + g[u]) for u from 1 to g.Size]); [N(Graph.Path(n)).NimValue for n from 1 to 7]",
            "[1,1,2,0,3,1,1]",
        ),
    ]);
}

#[test]
fn graphs_have_labels_arcs_and_edges_many_times() {
    check(&[
        ("Graph([[2],[1,3],[2]]) == Graph.Path(3)", "true"),
        ("Graph([[2,3],[],[]])", "Graph([[2,3],[1],[1]])"),
        ("Graph([[2,2],[1]]).EdgeCount", "2"),
        ("Graph.Parse(\":A--:A\")", "Graph([[2,2],[1,1]])"),
        ("Graph.Parse(\":A-:A\").IsSimple", "false"),
        ("Graph.Path(3) == Graph.Path(3).ToDirectedGraph", "false"),
        ("Graph.Path(4).EdgeCount * 2 == Graph.Path(4).ToDirectedGraph.EdgeCount", "true"),
        ("DirectedGraph.Parse(\"-\").DeleteEdgeByIndex(2, 1)", "DirectedGraph([[2],[]])"),
        ("DirectedGraph.Parse(\">>>>\") == DirectedGraph.DirectedPath(5)", "true"),
        (
            "DirectedGraph.Parse(\"l>l<\", edgeLabels => {\"l\" => 7})",
            "DirectedGraph([[2],[],[2]], Nothing, [7,7])",
        ),
        ("Graph.Parse(\"{12}-5\", s -> Integer.Parse(s)).VertexLabels", "[12,5]"),
        (
            "Graph.Parse(\"x-\", {\"y\" => 1})",
            "'x' in place 1 of the drawing of a graph; expected `-` for an edge, `.` for a vertex, `(…;…)` for branches, `:A` for a name",
        ),
        ("Graph.Path(3, 1, 2)", "Graph([[2],[1,3],[2]], [1,1,1], [2,2])"),
        (
            "g := Graph.Path(4, edgeLabel => \"r\")§g.DeleteVertex(2)",
            "Graph([[],[3],[2]], Nothing, [\"r\"])",
        ),
        (
            "Graph([[2],[1]], [1])",
            "1 labels for 2; expected a label for each vertex, and one for each edge",
        ),
        ("Graph([[3],[]])", "there is no vertex 3; expected a vertex from 1 to 2"),
        (
            "[Integer.Parse(\"-12\"), Integer.Parse(\"x\")]",
            "\"x\" is no integer; expected digits such as \"12\"",
        ),
        ("Graph()", "a graph without the lists of its neighbours; expected Graph([[2],[1]])"),
        ("{Graph.Path(2), path2, Graph.Path(3)}.Size", "2"),
        ("[g.Size for g in [Graph.Empty, path2, Graph.Path(3)]]", "[0,2,3]"),
        ("path2 is Graph and not path2.ToDirectedGraph is Graph", "true"),
    ]);
    // what is printed is read back
    for text in [
        "Graph.Parse(\"a(bc;d)-:{q}.:{q}\", edgeLabels => {\"a\" => 1, \"b\" => 2, \"c\" => 3, \"d\" => 4})",
        "DirectedGraph.Parse(\"L>R<L\", {\"L\" => Left, \"R\" => Right})",
    ] {
        let printed = shown(text);
        assert_eq!(shown(&printed), printed);
    }
}

#[test]
fn all_rulesets_on_graphs_take_graphs() {
    check(&[
        ("Snort(path5) == Snort(\"path5\")", "true"),
        (
            "WeightedArcKayles(Graph.Parse(\"2-3-1-2\", s -> Integer.Parse(s))).NimValue == WeightedArcKayles(\"a-b-c-d, a:2, b:3, c:1, d:2\").NimValue",
            "true",
        ),
        (
            "Hackenbush(Graph.Parse(\"$lrl\", {\"$\" => \"$\"}, {\"l\" => \"B\", \"r\" => \"R\"})).CanonicalForm == Hackenbush(\"lrl\").CanonicalForm",
            "true",
        ),
        (
            "PartizanArcKayles(Graph.Parse(\"lrlg\", edgeLabels => {\"l\" => \"B\", \"r\" => \"R\", \"g\" => \"G\"})) == PartizanArcKayles(\"1-2:B, 2-3:R, 3-4:B, 4-5:G\")",
            "true",
        ),
        (
            "Col(Graph.Parse(\"L-R-.-L\", {\"L\" => Left, \"R\" => Right})).CanonicalForm == game.graph.Col(\"L-R-.-L\").CanonicalForm",
            "true",
        ),
        (
            "Snort(DirectedGraph.DirectedPath(3))",
            "a graph with arcs, where edges are played on (graph.ToDirectedGraph has arcs both ways)",
        ),
    ]);
}

#[test]
fn digraph_rulesets_take_directed_graphs() {
    check(&[
        ("DigraphPlacement(DirectedGraph.DirectedPath(3))", "DigraphPlacement(\"v1>v2, v2>v3\")"),
        (
            "DigraphPlacement(DirectedGraph([[2],[3],[1]])) == DigraphPlacement(\"a>b, b>c, c>a\")",
            "true",
        ),
        (
            "PosetGame(DirectedGraph([[2,3],[],[]])).NimValue == PosetGame(\"a>b, a>c\").NimValue",
            "true",
        ),
        (
            "DigraphPlacement(Graph.Path(3))",
            "a graph with edges, where arcs are played on (graph.ToDirectedGraph has arcs both ways)",
        ),
    ]);
}

#[test]
fn graphs_come_apart_at_a_border() {
    check(&[
        // two paths that stand on one vertex, and an edge between two of the border
        (
            "Graph.Parse(\"L-.-L-.-L\", {\"L\" => 7}).Decomposition(7)",
            "[Graph([[2],[1,3],[2]], [7,Nothing,7]),Graph([[2],[1,3],[2]], [7,Nothing,7])]",
        ),
        ("Graph.Path(2, 7).Decomposition(7)", "[Graph([[2],[1]], [7,7])]"),
        ("Graph.Singleton(7).Decomposition(7)", "[]"),
        ("Graph.Path(3).Decomposition(7)", "[Graph([[2],[1,3],[2]])]"),
        (
            "Graph.Path(3).Decomposition(7, Coordinates.Compass)",
            "the steps of a graph are its edges; expected graph.Decomposition(label)",
        ),
    ]);
    // what stands on the ground is the sum of what stands on it by itself
    check(&[(
        "g := Graph.Parse(\"$(l(r;l);rlb;b)\", {\"$\" => \"$\"}, {\"l\" => Color.Blue, \"r\" => Color.Red, \"b\" => Color.Green});
         [g.Decomposition(\"$\").Size, [Hackenbush(part) for part in g.Decomposition(\"$\")].Sum == Hackenbush(g)]",
        "[3,true]",
    )]);
}

#[test]
fn colours_are_labels() {
    check(&[
        ("Color.Blue", "Color.Blue"),
        ("[Color.Blue.Ordinal, Color.Red.Name, Color.Green.Class.Name]", "[1,\"Red\",\"Color\"]"),
        ("game.graph.Color.Blue == Color.Blue and Color.Blue != Color.Red", "true"),
        ("{Color.Blue => 1}[Color.Blue]", "1"),
        (
            "Col(Graph.Parse(\"L-R-L\", {\"L\" => Color.Blue, \"R\" => Color.Red})) == game.graph.Col(\"L-R-L\")",
            "true",
        ),
        (
            "Hackenbush(Graph.Parse(\"$lrl\", {\"$\" => \"$\"}, {\"l\" => Color.Blue, \"r\" => Color.Red})).CanonicalForm == Hackenbush(\"lrl\").CanonicalForm",
            "true",
        ),
        ("Color.Pink", "there is no method `Pink` (did you mean `Link`?)"),
    ]);
}

#[test]
fn grids_are_turned_and_mirrored() {
    const GRID: &str = "g := Grid.Parse(\"abc|de.\", \".abcdef\");";
    let turned = |symmetry: &str| {
        shown(&format!("{GRID} g.Permuted(Symmetry.{symmetry}).ToText(\".abcdef\")"))
    };
    for (symmetry, wanted) in [
        ("Identity", "abc|de."),
        ("Inversion", ".ed|cba"),
        ("HorizontalFlip", "cba|.ed"),
        ("VerticalFlip", "de.|abc"),
        ("Transpose", "ad|be|c."),
        ("AntiTranspose", ".c|eb|da"),
        ("ClockwiseRotation", "da|eb|.c"),
        ("AnticlockwiseRotation", "c.|be|ad"),
    ] {
        assert_eq!(turned(symmetry), format!("\"{wanted}\""), "{symmetry}");
    }
    check(&[
        ("Symmetry.Flip.Size + Symmetry.Rotational.Size + Symmetry.EightWay.Size", "16"),
        // all images of a grid have the same least one
        (
            &format!(
                "{GRID} {{g.Permuted(s).SymmetryInvariant(Symmetry.EightWay) for s in Symmetry.EightWay}}.Size"
            ),
            "1",
        ),
        (&format!("{GRID} {{g.Permuted(s) for s in Symmetry.EightWay}}.Size"), "8"),
        (
            "Strip.Empty(3).Permuted(Symmetry.Transpose)",
            "Strip.Parse(\"...\", \".\") is a Strip; expected a grid",
        ),
        ("Grid.Empty(2,2).SymmetryInvariant([])", "there are no symmetries"),
        (
            "Grid.Empty(2,2).Permuted(Color.Red)",
            "Color.Red is a Color; expected a symmetry such as Symmetry.Transpose",
        ),
    ]);
}

#[test]
fn cells_hold_the_numbers_of_a_byte() {
    check(&[
        (
            "Grid.Empty(3,4).Updated({(1,1) => 5, (1,2) => 4, (2,1) => -1})",
            "Grid([[5,4,0,0],[-1,0,0,0],[0,0,0,0]])",
        ),
        ("Grid([[5,4],[-1,0]])[(2,1)]", "-1"),
        ("Strip([1,-128,127])", "Strip([1,-128,127])"),
        ("Strip([1,2])", "Strip.Parse(\"12\", \".12\")"),
        ("Grid.Empty(1,1).Updated((1,1), 128)", "128 in a cell; expected from -128 to 127"),
        ("Grid([[1],[1,2]])", "rows of a grid with different lengths"),
        ("Grid([])", "a grid of 0 times 0 squares; expected from 1 to 4096 squares"),
        (
            "Clobber(Grid([[-1]]))",
            "the map has no character for -1; expected more characters than \".XO#\"",
        ),
        ("Strip.Empty(5).UpdatedRange(2, 4, -3)", "Strip([0,-3,-3,-3,0])"),
        ("Strip.Empty(5).UpdatedRange(4, 9, 1)", "there is no place 9"),
    ]);
}
